import { h } from "./dom.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const MARK = /^\p{Lu}$/u; // what stands on a board; small letters and digits are names of moves
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Draws a button.
 *
 * A disabled one stays focusable by script (`aria-disabled` instead of `disabled`): the cell that was just
 * taken keeps the focus, and a screen reader says what stands there now. The Tab key passes it by.
 */
export function button(item, context, place) {
  const pending = context.isPending(item.custom_id);
  const press = () => !item.disabled && context.press(item.custom_id);
  return h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[item.style]} ${MARK.test(item.label) ? "mark" : ""}`,
      "data-place": place,
      "aria-disabled": item.disabled ? "true" : undefined,
      "aria-busy": pending ? "true" : undefined,
      tabindex: item.disabled ? "-1" : "0",
      onclick: press,
      onkeydown: walk,
    },
    h("span", {}, item.label),
  );
}

// Arrow keys walk over the buttons of a message as they lie on the screen, disabled ones included.
function walk(event) {
  const step = ARROWS[event.key];
  if (!step) return;
  const from = centre(event.currentTarget);
  const others = [...event.currentTarget.closest(".parts").querySelectorAll(".button[data-place]")];
  const next = nearest(others, from, step);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nearest(buttons, from, [dx, dy]) {
  const ahead = buttons
    .map((element) => ({ element, x: centre(element).x - from.x, y: centre(element).y - from.y }))
    .map(({ element, x, y }) => ({
      element,
      along: x * dx + y * dy,
      aside: Math.abs(x * dy) + Math.abs(y * dx),
    }))
    .filter(({ along, aside }) => along > 4 && (dy || aside < 12));
  return ahead.sort((a, b) => a.along + 3 * a.aside - (b.along + 3 * b.aside))[0]?.element;
}

function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
