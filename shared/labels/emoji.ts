/** One emoji, in the spelling that everything displays as a picture. */

/** One that Unicode recommends for interchange, whatever it is made of (UTS #51, ED-27). */
const recommended = /^\p{RGI_Emoji}$/v;
/** Asks for the picture of a character that is also one of text (UTS #51, ED-9a). */
const asPicture = "\ufe0f";
/** Characters that are pictures only when that is asked for; before a skin tone it is understood. */
const needsAsking = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/**
 * The fully qualified form (UTS #51, ED-18) of an emoji in any of its spellings: keyboards and programs leave U+FE0F out,
 * or write it where nothing needs it. Undefined for everything that is not exactly one recommended emoji.
 */
export function qualifiedEmoji(text: string): string | undefined {
  const bare = text.replace(/(\p{Emoji})\ufe0f/gu, "$1");
  const qualified = bare.replace(needsAsking, `$&${asPicture}`);
  return recommended.test(qualified) ? qualified : undefined;
}
