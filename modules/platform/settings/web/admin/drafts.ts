/** What an administrator has changed and not saved: fields by rule. */
import type { Rule } from '../../contract.ts'

export type Draft = Readonly<Record<string, unknown>>
export type Drafts = Readonly<Record<string, Draft>>

/** A field that has its saved value again waits no longer. */
export function withField(drafts: Drafts, rule: Rule, name: string, value: unknown): Drafts {
  const { [name]: _, ...others } = drafts[rule.key] ?? {}
  return { ...drafts, [rule.key]: value === rule.value[name] ? others : { ...others, [name]: value } }
}

/** The rules that have something to save. */
export function waitingRules(rules: readonly Rule[], drafts: Drafts): { readonly rule: Rule; readonly draft: Draft }[] {
  return rules
    .map((rule) => ({ rule, draft: drafts[rule.key] ?? {} }))
    .filter(({ draft }) => Object.keys(draft).length > 0)
}

/** What was changed again since it was sent waits for the next time. */
export function withoutSaved(drafts: Drafts, key: string, sent: Draft): Drafts {
  const rest = Object.entries(drafts[key] ?? {}).filter(([name, value]) => value !== sent[name])
  return { ...drafts, [key]: Object.fromEntries(rest) }
}
