/** What stands in a printed text beside letters: formulas, and the places of pictures. Signs that no text has mark them. */
const [formulaStart, formulaEnd, pictureStart, pictureEnd] = ['\ue100', '\ue101', '\ue102', '\ue103']

export const formulaMark = (latex: string) => `${formulaStart}${latex}${formulaEnd}`
export const pictureMark = (fileId: string) => `${pictureStart}${fileId}${pictureEnd}`

const formulas = new RegExp(`${formulaStart}([^${formulaEnd}]*)${formulaEnd}`, 'g')
const pictures = new RegExp(`${pictureStart}([^${pictureEnd}]*)${pictureEnd}`, 'g')

/** The text without its pictures, and their files. Formulas are what `change` makes of their LaTeX. */
export function withoutMarks(text: string, change: (latex: string) => string): { text: string; fileIds: string[] } {
  const fileIds = [...text.matchAll(pictures)].map((match) => match[1] ?? '')
  const plain = text.replace(pictures, '').replace(formulas, (_, latex: string) => change(latex))
  return { text: fileIds.length > 0 ? plain.trimEnd() : plain, fileIds }
}

export const picturesIn = (text: string): string[] => [...text.matchAll(pictures)].map((match) => match[1] ?? '')
