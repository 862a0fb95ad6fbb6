// Where the focus goes when what had it is gone: to what opened the dialog that
// was closed, to the button behind a question in the row of actions or else to the
// board, to the curve of the next screen where a line of moves had it, else to the
// screen as a whole.
// Nobody who hears the page or uses keys starts again from its very beginning.

/** What had the focus when a dialog was opened. @type {Element | null} */
let opener = null;

/**
 * Draws the page, and gives the focus a place.
 *
 * @param {Element} root @param {() => void} draw @param {(main: HTMLElement) => string} title of a screen
 */
export function keepFocus(root, draw, title) {
  const had = document.activeElement;
  const before = root.querySelector("main");
  const open = root.querySelector("dialog");
  // Read before: the row is drawn over, and the button that asked is made anew.
  const asked = root.querySelector("[data-asks]")?.getAttribute("data-asks");
  draw();
  const screen = root.querySelector("main");
  if (screen) {
    const words = title(screen);
    if (screen.ariaLabel !== words) screen.ariaLabel = words;
    screen.tabIndex = -1;
  }
  const dialog = root.querySelector("dialog");
  if (dialog && !open) opener = had;
  // A dialog takes the focus by itself when it opens.
  if (dialog !== open && dialog) return;
  const has = document.activeElement;
  if (has && has !== document.body && !has.matches(":disabled")) return;
  const lost = had && had !== document.body;
  if (dialog) {
    dialog.tabIndex = -1;
    if (lost) dialog.focus();
  } else if (open && opener?.isConnected && opener !== document.body) {
    focus(opener);
  } else if (lost || (before && screen !== before)) {
    const asker = asked && (root.querySelector(`.action-${asked}`) ?? boardOf(root));
    const curve = had?.getAttribute("role") === "slider" && screen?.querySelector("[role=slider]");
    focus(asker || curve || screen);
  }
}

/** The stop of the tab key on the board of a player, while the game goes on. @param {Element} root */
const boardOf = (root) =>
  root.querySelector(".bar.over") ? null : root.querySelector(".grid:not(.still) [tabindex='0']");

/** @param {Element | null} element */
const focus = (element) => /** @type {HTMLElement | null} */ (element)?.focus({ preventScroll: true });
