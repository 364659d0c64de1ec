/** The guides as pages. They have the same anchors and links as in the repository, which shows the same Markdown. */
import { Marked } from "marked";
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";
import { type GuideName, guides } from "../assets.ts";
import { guideLinks, type PageLinks, page } from "./pages.ts";

export function guidePage(name: GuideName, markdown: string, links: PageLinks): string {
  return page(links, guides[name], {
    section: "Guides",
    body: `<main class="page">\n<p class="quiet">${guideLinks(links, name)}</p>\n${htmlOf(markdown, links)}</main>`,
  });
}

/** The Markdown as HTML, with links to guides that work on the pages. */
export function htmlOf(markdown: string, links: PageLinks): string {
  const { parse } = new Marked({
    async: false,
    walkTokens(token) {
      if (token.type !== "link") return;
      token.href = String(token.href).replace(/^([\w-]+)\.md(?=#|$)/, (_, other) => `${links.docs}/guides/${other}`);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // A keyboard can scroll only what has the focus.
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  return String(parse(markdown));
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
