/**
 * Evaluates the patterns of metric filters for JSON lines, as far as the stack uses them: comparisons of text, `&&`, `||` and
 * parentheses ("Filter pattern syntax for metric filters, subscription filters, filter log events, and Live Tail").
 */

/** Throws for a pattern with anything else. */
export function matchesPattern(pattern: string, line: Readonly<Record<string, unknown>>): boolean {
  const tokens = tokensOf(pattern);
  const take = (expected?: string): string => {
    const token = tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`the pattern has ${token ?? "its end"} in place of ${expected ?? "a comparison"}`);
    }
    return token;
  };
  // Both sides are read in any case, so that a fault in the pattern is always found.
  const anyOf = (): boolean => {
    let result = allOf();
    while (tokens[0] === "||") result = [take() && allOf(), result].includes(true);
    return result;
  };
  const allOf = (): boolean => {
    let result = one();
    while (tokens[0] === "&&") result = ![take() && one(), result].includes(false);
    return result;
  };
  const one = (): boolean => {
    if (tokens[0] !== "(") return compare(take(), take(), take());
    take("(");
    const result = anyOf();
    take(")");
    return result;
  };
  const compare = (selector: string, operator: string, quoted: string): boolean => {
    const value = line[selector.replace("$.", "")];
    // A comparison with a field that the line does not have is false.
    if (value === undefined) return false;
    const isLike = likeness(quoted.slice(1, -1)).test(String(value));
    if (operator !== "=" && operator !== "!=") throw new Error(`the pattern has the operator ${operator}`);
    return operator === "=" ? isLike : !isLike;
  };
  take("{");
  const result = anyOf();
  take("}");
  return result;
}

function tokensOf(pattern: string): string[] {
  const tokens = pattern.match(/&&|\|\||[(){}]|!=|=|"[^"]*"|\$\.\w+/g) ?? [];
  if (tokens.join("") !== pattern.replaceAll(/\s/g, "")) throw new Error(`the pattern is not understood: ${pattern}`);
  return tokens;
}

/** A star stands for any characters. */
function likeness(text: string): RegExp {
  return new RegExp(`^${text.split("*").map(escaped).join(".*")}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w ]/g, "\\$&");
}
