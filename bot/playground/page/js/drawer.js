/** On a narrow screen the sidebar is a drawer over the messages; on a wide one it is always there. */
export class Drawer {
  constructor(sidebar, scrim) {
    this.sidebar = sidebar;
    scrim.addEventListener("click", () => this.close());
    sidebar.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
  }

  /** Slides the sidebar in and moves the focus there. */
  open() {
    this.opener = document.activeElement?.dataset.place;
    this.sidebar.classList.add("open");
    this.sidebar.querySelector(".brand .only-narrow").focus();
  }

  /** Slides it out and gives the focus back. */
  close() {
    if (!this.sidebar.classList.contains("open")) return;
    this.sidebar.classList.remove("open");
    document.querySelector(`[data-place="${this.opener ?? "menu"}"]`)?.focus();
  }
}
