/** The ids of the specification in the title of a test. */

/** Every id that stands in brackets: `[LIVE-064] …`, `[LIVE-001, LIVE-003]`, `[LIVE-010..LIVE-014]`. */
export function requirementsInTitle(title: string): string[] {
  return [...title.matchAll(/\[([^\]]+)\]/g)].flatMap((brackets) => idsOf(brackets[1] ?? ''))
}

/** The one id of a title: the whole test is its step. Nothing where the title names none, or several. */
export function soleRequirement(title: string): string | undefined {
  const ids = requirementsInTitle(title)
  return ids.length === 1 ? ids[0] : undefined
}

function idsOf(brackets: string): string[] {
  return brackets.split(/[\s,，、;]+/).flatMap((part) => {
    const range = /^([A-Z]+)-(\d+)(?:\.\.|–|-)(?:([A-Z]+)-)?(\d+)$/.exec(part)
    if (!range) return /^[A-Z]+-\d+$/.test(part) ? [part] : []
    const [, domain = '', first = '', , last = ''] = range
    const numbers = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index)
    return numbers.map((number) => `${domain}-${String(number).padStart(first.length, '0')}`)
  })
}
