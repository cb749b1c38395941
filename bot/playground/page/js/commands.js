const SLASH_COMMAND = 1;
const SUBCOMMANDS = [1, 2]; // and groups of them

/** All slash commands; one of a group stands for itself, called by both names. */
export function slashCommands({ commands }) {
  return commands.filter(({ type = SLASH_COMMAND }) => type === SLASH_COMMAND).flatMap(unfolded);
}

/** What the person selected calls a slash command. */
export function slashed(name, world) {
  const command = slashCommands(world).find((each) => each.name === name);
  return `/${command ? world.said(command) : name}`;
}

/** What the person selected calls a command in a menu. */
export function ofMenu(name, world) {
  const command = world.commands.find((each) => each.name === name && each.type > SLASH_COMMAND);
  return command ? world.said(command) : name;
}

function unfolded(command) {
  const { name, options = [] } = command;
  const nested = options.filter(({ type }) => SUBCOMMANDS.includes(type));
  const whole = (sub) => ({ ...sub, name: `${name} ${sub.name}`, name_localizations: joined(command, sub) });
  return nested.length ? nested.flatMap((sub) => unfolded(whole(sub))) : [command];
}

function joined({ name_localizations: names }, sub) {
  const both = ([locale, name]) => [locale, `${name} ${sub.name_localizations?.[locale] ?? sub.name}`];
  return Object.fromEntries(Object.entries(names ?? {}).map(both));
}
