/** Breaks a text into lines: Chinese between any two characters but not before or after certain marks, Latin at spaces. */

/** May not begin a line. */
const closing = /^[，。、；：？！）》」』】〉”’·…—,.;:?!)\]}%]/u
/** May not end one. */
const opening = /[（《「『【〈“‘([{]$/u
const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u

/** The smallest pieces that are never split: a wide character with the marks that belong to it, or a word. */
function piecesOf(text: string): string[] {
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

/** `widthOf` is asked for each piece alone, so that a caller may remember it. */
export function breakLines(text: string, widthMax: number, widthOf: (piece: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    let width = 0
    for (const piece of piecesOf(paragraph)) {
      const wider = width + widthOf(piece)
      if (line === '' || wider <= widthMax || piece.trim() === '') {
        line += piece
        width = wider
      } else {
        lines.push(line.trimEnd())
        line = piece
        width = widthOf(piece)
      }
    }
    lines.push(line.trimEnd())
  }
  return lines
}
