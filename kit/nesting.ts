/** Limits the nesting of JSON, because recursive code would exceed the stack. */

/** More levels than real data has. */
export const nestingMax = 1000

const [quote, backslash, bracket, brace] = [34, 92, 91, 123]

/** Whether the text opens more than `levels` objects and lists within each other. Brackets within strings count for nothing. */
export function isNestedDeeper(text: string, levels = nestingMax): boolean {
  let [depth, isString] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) isString = !isString
    else if (isString) at += code === backslash ? 1 : 0
    else if (code === brace || code === bracket) depth += 1
    // Each closes two places behind where it opens.
    else if (code === brace + 2 || code === bracket + 2) depth -= 1
    if (depth > levels) return true
  }
  return false
}
