/** Whether a reader asks for a page, as browsers do by name (RFC 9110, section 12.5.1): what takes anything is a program. */
export function takesHtml(accept = ""): boolean {
  return /(^|,)\s*text\/html\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i.test(accept);
}
