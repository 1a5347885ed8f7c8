/** Answers in texts: stored by the id of the question, written by its number as it stands now. */

const stored = /\{\{([0-9a-f]{8}-[0-9a-f-]{27})\}\}/g
const written = /\{\{Q(\d+)\}\}/g

/** `{{0198…}}` becomes `{{Q3}}`. */
export function writtenText(text: string, numbers: ReadonlyMap<string, number>): string {
  return text.replace(stored, (token, id: string) => (numbers.has(id) ? `{{Q${numbers.get(id)}}}` : token))
}

/** `{{Q3}}` becomes `{{0198…}}`. A number that no question has stays as it was typed. */
export function storedText(text: string, numbers: ReadonlyMap<string, number>): string {
  const ids = new Map([...numbers].map(([id, number]) => [number, id]))
  return text.replace(written, (token, number: string) => {
    const id = ids.get(Number(number))
    return id === undefined ? token : `{{${id}}}`
  })
}

/** Puts the answer of a question where the cursor stands. */
export function withToken(text: string, at: number, number: number): string {
  return `${text.slice(0, at)}{{Q${number}}}${text.slice(at)}`
}
