/**
 * All rules that an administrator can set, with their defaults. Their labels and descriptions are in messages/ under
 * `rules.<key>`.
 */
import type { RuleField } from '../contract.ts'

export interface RuleDefinition {
  readonly key: string
  /** The group on the screen of switches. */
  readonly group: 'appearance' | 'sign-in' | 'study' | 'live' | 'community' | 'currency' | 'commerce' | 'recommendation'
  readonly fields: readonly RuleField[]
  readonly defaultValue: Readonly<Record<string, unknown>>
}

const onOff = (name: string): RuleField => ({ name, kind: 'choice', choices: ['0', '1'] })
const whole = (name: string, min: number, max: number): RuleField => ({ name, kind: 'number', min, max })

const rankings = [
  ...['study', 'credit', 'browseCount', 'topicWatch', 'finishCount'],
  ...['hotQuestions', 'classHour', 'integral', 'studyTime'],
]

export const ruleDefinitions: readonly RuleDefinition[] = [
  {
    key: 'ADMIN_LOGO',
    group: 'appearance',
    fields: [
      { name: 'logoPath', kind: 'picture', maxLength: 300 },
      { name: 'primaryColor', kind: 'color' },
      { name: 'platformName', kind: 'text', maxLength: 20 },
    ],
    defaultValue: { logoPath: '', primaryColor: '', platformName: '' },
  },
  {
    key: 'SIGN_IN_CONFIG',
    group: 'sign-in',
    fields: [
      { name: 'elsewhere', kind: 'choice', choices: ['many', 'one'] },
      whole('sessionsMax', 1, 100),
      whole('wrongPasswordsMax', 3, 20),
      whole('codesPerHour', 1, 100),
      whole('codesPerDay', 1, 500),
      { name: 'registrationOpen', kind: 'switch' },
    ],
    // The fifth wrong password locks the account. The third answers "two attempts left", the fourth "one"
    // (IDENTITY-027).
    defaultValue: {
      elsewhere: 'many',
      sessionsMax: 10,
      wrongPasswordsMax: 5,
      codesPerHour: 5,
      codesPerDay: 20,
      registrationOpen: true,
    },
  },
  {
    key: 'FACE_CONFIG',
    group: 'sign-in',
    fields: [onOff('switchOpen')],
    defaultValue: { switchOpen: '0' },
  },
  {
    key: 'COURSE_STUDY_CONFIG',
    group: 'study',
    fields: [whole('completionPercent', 50, 100), { name: 'playbackRateMax', kind: 'number', min: 1, max: 4 }],
    defaultValue: { completionPercent: 90, playbackRateMax: 2 },
  },
  {
    key: 'LIVE_ENTRANCE_SWITCH',
    group: 'live',
    fields: [onOff('switchOpen')],
    defaultValue: { switchOpen: '1' },
  },
  {
    key: 'SHARE_CONFIG',
    group: 'community',
    fields: [
      ...['switchOpen', 'weChat', 'qq', 'blog', 'ask', 'shareSwitchKnowledge'].map(onOff),
      { name: 'blackList', kind: 'kinds', maxLength: 60 },
    ],
    defaultValue: {
      switchOpen: '1',
      weChat: '1',
      qq: '1',
      blog: '1',
      ask: '1',
      shareSwitchKnowledge: '1',
      blackList: '',
    },
  },
  {
    key: 'KNOWLEDGE_OPERATION_CONFIG',
    group: 'community',
    fields: [onOff('knowledgeCircleShowSwitch')],
    defaultValue: { knowledgeCircleShowSwitch: '1' },
  },
  {
    key: 'CONTENT_REVIEW_CONFIG',
    group: 'community',
    fields: [{ name: 'review', kind: 'choice', choices: ['none', 'before', 'after'] }],
    defaultValue: { review: 'none' },
  },
  {
    key: 'PAGE_VIDEO_HOSTS',
    group: 'appearance',
    fields: [{ name: 'hosts', kind: 'text', maxLength: 500 }],
    // Pages show videos of the company's own files alone, until somebody names a host.
    defaultValue: { hosts: '' },
  },
  {
    key: 'CURRENCY_RULE_CONFIG',
    group: 'currency',
    fields: [{ name: 'currencyName', kind: 'text', maxLength: 10 }],
    // An empty name stands for the default name in each language: 学币, learning coin (SYSTEM-050).
    defaultValue: { currencyName: '' },
  },
  {
    key: 'CURRENCY_REWARD_RULE_CONFIG',
    group: 'currency',
    // Rewards for authors, and the switch for points (CURRENCY-006, CURRENCY-033).
    fields: [onOff('switchOpen'), onOff('pointsOpen')],
    defaultValue: { switchOpen: '0', pointsOpen: '1' },
  },
  {
    key: 'CURRENCY_ISSUE_CONFIG',
    group: 'currency',
    // What an administrator issues in 24 hours without a second person.
    fields: [whole('coinsPerDay', 0, 1_000_000_000), whole('pointsPerDay', 0, 1_000_000_000)],
    defaultValue: { coinsPerDay: 10_000, pointsPerDay: 100_000 },
  },
  {
    key: 'ORDER_CONFIG',
    group: 'commerce',
    // `approvalFrom` in whole coins or yuan; 0: nobody has to agree, whatever an order costs. `coinsPerYuan` 0: no coins pay
    // a part of an order in RMB.
    fields: [
      whole('payMinutes', 5, 10_080),
      whole('refundDays', 0, 365),
      whole('receiveDays', 1, 60),
      whole('approvalFrom', 0, 10_000_000),
      whole('coinsPerYuan', 0, 10_000),
      whole('coinSharePercent', 0, 100),
    ],
    defaultValue: {
      payMinutes: 30,
      refundDays: 7,
      receiveDays: 15,
      approvalFrom: 0,
      coinsPerYuan: 0,
      coinSharePercent: 50,
    },
  },
  {
    key: 'RECOMMEND_SWITCH',
    group: 'recommendation',
    fields: [onOff('daGuanStatus')],
    defaultValue: { daGuanStatus: '0' },
  },
  {
    key: 'RANKING_CONFIG',
    group: 'recommendation',
    // Which rankings there are, how far members see, and what counts of a member on a day at most; 0: all.
    fields: [
      ...rankings.map(onOff),
      { name: 'scope', kind: 'choice', choices: ['company', 'organization'] },
      whole('studiesPerDay', 0, 1000),
      whole('studyHoursPerDay', 1, 24),
      whole('pointsPerDay', 0, 1_000_000),
    ],
    defaultValue: {
      ...Object.fromEntries(rankings.map((name) => [name, '1'])),
      ...{ scope: 'company', studiesPerDay: 20, studyHoursPerDay: 10, pointsPerDay: 0 },
    },
  },
]

const byKey = new Map(ruleDefinitions.map((definition) => [definition.key, definition]))

export function findDefinition(key: string): RuleDefinition | undefined {
  return byKey.get(key)
}

const COLOR = /^(#[0-9a-f]{6})?$/i

/** Whether the value is valid for the field. */
export function isValidFor(field: RuleField, value: unknown): boolean {
  switch (field.kind) {
    case 'switch':
      return typeof value === 'boolean'
    case 'number':
      return (
        typeof value === 'number' && Number.isFinite(value) && value >= (field.min ?? 0) && value <= (field.max ?? 1e9)
      )
    case 'choice':
      return typeof value === 'string' && (field.choices ?? []).includes(value)
    case 'color':
      return typeof value === 'string' && COLOR.test(value)
    case 'text':
    case 'picture':
    case 'kinds':
      return typeof value === 'string' && value.length <= (field.maxLength ?? 200)
  }
}
