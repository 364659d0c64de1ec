/** What the scripts of the import page make elements with: Preact, its hooks, and htm for the markup. */
import htm from "./htm.module.js";
import { h } from "./preact.mjs";

export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./hooks.mjs";
export { render } from "./preact.mjs";
export const html = htm.bind(h);
