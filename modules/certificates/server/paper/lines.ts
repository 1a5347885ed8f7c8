/** Breaks a text into lines: Chinese between any two characters but not before or after certain marks, Latin at spaces. */

/** May not begin a line. */
const closing = /^[，。、；：？！）》」』】〉”’·…—,.;:?!)\]}%]/u
/** May not end one. */
const opening = /[（《「『【〈“‘([{]$/u
const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u

/** The smallest pieces that are never split: a wide character with the marks that belong to it, or a word. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const character of text) {
    const last = pieces.at(-1)
    const joins =
      last !== undefined &&
      (closing.test(character) || opening.test(last) || (isWord(character) && isWord(last.at(-1) ?? '')))
    if (joins) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
  }
  return pieces
}

function isWord(character: string): boolean {
  return character !== ' ' && !wide.test(character)
}

export function breakLines(text: string, widthMax: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const piece of piecesOf(paragraph)) {
      if (line === '' || widthOf((line + piece).trimEnd()) <= widthMax) line += piece
      else {
        lines.push(line.trimEnd())
        line = piece.trimStart()
      }
    }
    lines.push(line.trimEnd())
  }
  return lines
}
