/** Replaces the selection in a text by `{name}`, and answers the new caret position. */
export function insertVariable(
  text: string,
  name: string,
  from: number,
  to: number,
): { readonly text: string; readonly caret: number } {
  const variable = `{${name}}`
  return { text: text.slice(0, from) + variable + text.slice(to), caret: from + variable.length }
}

/** The variables that a text uses and the type does not have: `{naem}`. */
export function unknownVariables(text: string, known: readonly string[]): string[] {
  const used = [...text.matchAll(/\{([a-zA-Z][a-zA-Z0-9_]{0,39})\}/g)].map(([, name = '']) => name)
  return [...new Set(used)].filter((name) => !known.includes(name))
}
