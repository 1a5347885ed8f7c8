/**
 * Names that people read: of members, organizations, guests, teams. What looks like nothing, turns the direction of the
 * text, or imitates another name is no name; what was copied along unseen is left out. `kit/schema.ts` makes the schemas `Name` and `Title` of it.
 */

/** Part of a picture of several characters: joined by U+200D, or followed by U+FE0F. */
const inPicture =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})|(?<=\\p{Emoji})\\uFE0F'
/** Persian words have U+200C between letters, words of India a joiner after a virama. */
const inWord =
  '(?<=\\p{Script=Arabic}\\p{M}*)\\u200C(?=\\p{Script=Arabic})|(?<=[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA])[\\u200C\\u200D](?=\\p{L})'
/** What other programs leave in copied text: soft hyphens, zero-width spaces and joiners, marks of direction, byte order marks. */
const leftover = '[\\u00AD\\u200B-\\u200F\\u2060\\uFE0E\\uFE0F\\uFEFF]'
/** No control, format, private or invisible character; U+2800 is an empty Braille cell. */
const seen = '[^\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]'

/** One line with something visible in it, and nothing hidden. For the flag `u`. */
export const titlePattern = `^(?=.*[\\p{L}\\p{N}\\p{P}\\p{S}])(?:${seen}|${inPicture}|${inWord})+$`

const leftovers = new RegExp(`(${inPicture}|${inWord})|${leftover}`, 'gu')

/**
 * As a title is stored: without what was copied along unseen. What turns the direction of the text, breaks the line or stands for a
 * letter stays, and is refused by the pattern: it deceives.
 */
export function cleanTitle(text: string): string {
  return text.replace(leftovers, '$1')
}

/**
 * As a name is stored: full-width and other compatible letters become usual ones, and spaces are single. Chinese punctuation
 * stays: 云帆科技（上海）有限公司 is written with full-width brackets.
 */
export function normalizeName(text: string): string {
  const usual = cleanTitle(text).replace(/[^（），：；！？]+/gu, (part) => part.normalize('NFKC'))
  const spaced = usual.replace(/\p{Zs}+/gu, ' ')
  return spaced.replace(/^ | $/g, '')
}

/**
 * Letters of other scripts that look like Latin ones, from Unicode's list of confusables (UTS 39) as far as a name can
 * have them: `imitated[i]` looks like `imitations[i]`. ASCII letters and digits that look alike (l and 1) differ.
 */
export const imitations =
  'АВЕКМНОРСТХУІЈЅԌԚԜҮҺавекмнорстхуіјѕԍԛԝүһԁӏѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχϲϳօսոհցզԱՕՍᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃıɑɡɩɪʏʟɴʀʙʜᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱꜰɢ'
export const imitated =
  'ABEKMHOPCTXYIJSGQWYHabekmhopctxyijsgqwyhdlvABEZHIKMNOPTYXaiKvoptuxcjounhgqUOUABCDEGHJKLMPRSTVWZiagiiylnrbhacdejkmoptuvwzsfg'

const lookalikes = new Map([...imitations].map((letter, index) => [letter, [...imitated][index] ?? letter]))

/** What a user name looks like: equal for names between which the eye sees no difference. */
export function nameSkeleton(name: string): string {
  return [...normalizeName(name).normalize('NFKC')]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .toLowerCase()
}

/** What a name in a room looks like: spaces, signs and marks make no other person of it. */
export function personSkeleton(name: string): string {
  return nameSkeleton(name).replace(/[^\p{L}\p{N}]/gu, '')
}
