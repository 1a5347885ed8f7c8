/**
 * Names that people read: of members, organizations, guests, teams. What looks like nothing, turns the direction of the
 * text, or imitates another name is no name. `kit/schema.ts` makes the schemas `Name` and `Title` of it.
 */

/** Part of a picture of several characters: joined by U+200D, or followed by U+FE0F. */
const inPicture =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})|(?<=\\p{Emoji})\\uFE0F'
/** No control, format, private or invisible character; U+2800 is an empty Braille cell. */
const seen = '[^\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]'

/** One line with something visible in it, and nothing hidden. For the flag `u`. */
export const titlePattern = `^(?=.*[\\p{L}\\p{N}\\p{P}\\p{S}])(?:${seen}|${inPicture})+$`

/**
 * As a name is stored: full-width and other compatible letters become usual ones, and spaces are single. Chinese punctuation
 * stays: 云帆科技（上海）有限公司 is written with full-width brackets.
 */
export function normalizeName(text: string): string {
  const usual = text.replace(/[^（），：；！？]+/gu, (part) => part.normalize('NFKC'))
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
