/** Remembers a choice of this tab, so that two tabs can be two people. */
export function remember(key, value) {
  sessionStorage.setItem(key, value);
}

/** What this tab chose before a reload, if anything. */
export function remembered(key) {
  return sessionStorage.getItem(key);
}
