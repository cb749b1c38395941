/*
 * The discs and squares that the bot uses. They are drawn here, because a machine may have no
 * font with them; the character stays in the text, to be copied and read aloud.
 */
const COLOURS = ["red", "yellow", "green", "blue", "orange"];
const DISCS = [..."🔴🟡🟢🔵🟠"];
const SQUARES = [..."🟥🟨🟩🟦🟧"];
const SHAPE = new RegExp(`([${[...DISCS, ...SQUARES].join("")}])\uFE0F?`, "u");

/** Turns a text into runs of text and elements that look like the shapes in it. */
export function shaped(text) {
  return text.split(SHAPE).map((run, index) => (index % 2 ? shape(run) : run));
}

function shape(character) {
  const colour = Math.max(DISCS.indexOf(character), SQUARES.indexOf(character));
  const element = document.createElement("span");
  element.className = `shape ${DISCS.includes(character) ? "disc" : ""} ${COLOURS[colour]}`;
  element.textContent = character;
  return element;
}
