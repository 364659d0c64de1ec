/** Checks of the documents: Markdown files for people. Each returns violations, one line each. */
import { anchorOf } from "../../functions/docs/pages/guide-page.ts";
import type { SourceFile } from "./rules.ts";

/** Links to files and headings that do not exist. `paths` are the files of the repository. */
export function brokenLinks(documents: readonly SourceFile[], paths: readonly string[]): string[] {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]));
  const exists = (target: string) =>
    paths.some((path) => path === target || path.startsWith(target.replace(/\/?$/, "/")));
  return documents.flatMap(({ path, text }) =>
    linksOf(text).flatMap((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : new URL(file, `file:///${path}`).pathname.slice(1);
      // The docs page of a guide can link only to other guides.
      const isServed = !path.startsWith("functions/docs/guides/") || /^([\w-]+\.md)?$/.test(file);
      const isFound = exists(target) && (anchor === undefined || anchors.get(target)?.includes(anchor));
      return isServed && isFound ? [] : [`${path}: links to ${link}`];
    }),
  );
}

const maxLines = 150;
const maxLength = 120;

/** A README that is longer than a newcomer reads. */
export function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.trimEnd().split("\n");
  const long = lines.flatMap((line, at) =>
    line.length > maxLength ? [`${path}:${at + 1}: is longer than ${maxLength}`] : [],
  );
  return lines.length > maxLines ? [...long, `${path}: has more than ${maxLines} lines`] : long;
}

const decisionFolder = "infra/decisions/";
const maxDecisions = 45;
const maxWords = 500;

/** Decisions that are too long to be read, missing in their index, or more than anybody finds their way in. */
export function badDecisions(documents: readonly SourceFile[]): string[] {
  const index = documents.find(({ path }) => path === `${decisionFolder}README.md`)?.text ?? "";
  const decisions = documents.filter(({ path }) => /\/decisions\/\d+-[\w-]+\.md$/.test(path));
  const faults = decisions.flatMap(({ path, text }) => {
    const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    return [
      ...(words > maxWords ? [`${path}: has ${words} words, more than ${maxWords}`] : []),
      ...(index.includes(`(${path.slice(decisionFolder.length)})`) ? [] : [`${path}: is not in the index`]),
    ];
  });
  return decisions.length > maxDecisions ? [...faults, `${decisionFolder}: has more than ${maxDecisions}`] : faults;
}

/** The relative ones. */
function linksOf(text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)|^\[[^\]]+\]: (\S+)/gm)].map(
    ([, inline, below]) => inline ?? below ?? "",
  );
  return links.filter((link) => !/^\w+:/.test(link));
}

/** In headings, the text of code counts. */
function anchorsOf(text: string): string[] {
  return [...text.replaceAll(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    anchorOf(heading),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^( *)```.*?^\1```/gms, "").replaceAll(/`[^`\n]*`/g, "");
}
