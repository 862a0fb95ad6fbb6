// The sizes of a screen at which its layout changes: here, and in the media queries of the style sheets. A test
// compares them.

/** Least width of a screen on which a panel stands beside the board, in px. */
export const WIDE = 900;
/** Height below which the board has no room above it, in px. */
export const SHORT = 520;
/** Least width of a short screen with a panel, in px. */
export const BESIDE = 561;

/** Whether a list has the chosen game beside it: in `em`, so that large text has the roomier layout. */
export const hasPreview = () => matchMedia("(min-width: 68.75em)").matches;

export const isWide = () => innerWidth >= WIDE;
// A test may draw a board without a screen.
export const isShort = () => globalThis.innerHeight < SHORT;
/** Whether a short screen has its panel beside the board. */
export const isBeside = () => isShort() && innerWidth >= BESIDE && !isWide();
