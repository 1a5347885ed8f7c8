/** Settings: the switches and rules that a company's administrator changes. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, Page, PageQuery } from '#kit/schema.ts'
import { managesSettings } from './contract/access.ts'

const RuleKey = Type.String({ minLength: 1, maxLength: 80 })
const RuleValue = Type.Record(Type.String(), Type.Unknown())

/**
 * A field of a rule: its kind names the control on the screen, its bounds limit the values that the server accepts. A
 * picture is the path of an uploaded one; kinds are the numbers of kinds of content with commas between them.
 */
const RuleField = Type.Object({
  name: Type.String(),
  kind: Type.Unsafe<'switch' | 'number' | 'text' | 'choice' | 'color' | 'picture' | 'kinds'>({ type: 'string' }),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  maxLength: Type.Optional(Type.Integer()),
  choices: Type.Optional(Type.Array(Type.String())),
})
export type RuleField = Static<typeof RuleField>

const Rule = Type.Object({
  key: Type.String(),
  group: Type.String(),
  fields: Type.Array(RuleField),
  value: RuleValue,
  defaultValue: RuleValue,
  updatedBy: Nullable(Id),
  updatedAt: Nullable(Instant),
})
export type Rule = Static<typeof Rule>

const RuleChange = Type.Object({
  id: Id,
  valueBefore: RuleValue,
  valueAfter: RuleValue,
  changedBy: Id,
  changedAt: Instant,
})

const RuleAnswer = Type.Object({ key: Type.String(), value: RuleValue })
const fiveMinutes = 300

export const settings = contract({
  ruleValue: {
    method: 'GET',
    path: '/system/rule-config/key',
    summary: 'The value of a rule; an unknown key answers an empty value (SYSTEM-045, SYSTEM-053)',
    access: 'signed-in',
    query: Type.Object({ key: RuleKey }),
    response: RuleAnswer,
    cacheSeconds: fiveMinutes,
  },
  securedRuleValue: {
    method: 'GET',
    path: '/system/rule-config/key-security',
    summary: "The company's brand: logo and color (SYSTEM-054)",
    access: 'signed-in',
    query: Type.Object({ key: RuleKey }),
    response: RuleAnswer,
    cacheSeconds: fiveMinutes,
  },
  recommendSwitch: {
    method: 'GET',
    path: '/system/rule-config/recommend-switch',
    summary: 'Whether personal recommendation is on: daGuanStatus (SYSTEM-055)',
    access: 'signed-in',
    response: Type.Object({ daGuanStatus: Type.Integer() }),
    cacheSeconds: fiveMinutes,
  },
  siteSetting: {
    method: 'GET',
    path: '/system/setting/{zxyToken}',
    summary: "The company's brand for the page at `uri` (SYSTEM-051, SYSTEM-056)",
    access: 'signed-in',
    // A session id in the addresses of earlier clients. The server ignores it, because the header names the caller.
    params: Type.Object({ zxyToken: Type.String({ minLength: 1, maxLength: 200 }) }),
    query: Type.Object({ uri: Type.String({ minLength: 1, maxLength: 2000 }) }),
    response: Type.Object({
      uri: Type.String(),
      platformName: Type.String(),
      logoPath: Type.String(),
      primaryColor: Type.String(),
    }),
    cacheSeconds: fiveMinutes,
  },
  listRules: {
    method: 'GET',
    path: '/system/rule-config',
    summary: 'All rules with their values, for administrators',
    access: managesSettings,
    response: Type.Object({ items: Type.Array(Rule), recordCount: Type.Integer() }),
  },
  changeRule: {
    method: 'PUT',
    path: '/system/rule-config/{key}',
    summary: 'Changes a rule; omitted fields keep their value',
    access: managesSettings,
    params: Type.Object({ key: RuleKey }),
    body: Body({ value: RuleValue }),
    response: Rule,
    errors: [NOT_FOUND],
  },
  ruleChanges: {
    method: 'GET',
    path: '/system/rule-config/{key}/changes',
    summary: 'The changes of a rule with member and time, newest first',
    access: managesSettings,
    params: Type.Object({ key: RuleKey }),
    query: PageQuery({}),
    response: Page(RuleChange),
  },
})
