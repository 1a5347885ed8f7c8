import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { buildIssue } from './accounts.fixture.ts'
import { reserve } from './reservations.ts'

const dayMs = 86_400_000

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, learner, marker, now } = sample
  const owner = { kind: 'person', id: learner.id } as const
  await buildIssue(connection, { companyId, owner, amount: 1000n, subject: marker, now })
  await reserve(connection, {
    companyId,
    memberId: learner.id,
    kind: 1,
    amount: 100n,
    tradeType: 7,
    eventKey: `order:${marker}`,
    businessId: learner.id,
    subject: marker,
    expiresAt: now + dayMs,
    now,
  })
}

export const sampleValues = ({ companyId, marker, now }: SampleCompany): SampleValues => ({
  'currency.request': { digest: '', answer: { marker } },
  'currency.issue_application': { event: 'recharge', kind: 1, amount: 100, reason: marker, owners: [] },
  'currency.reward_rule': { kind: 2, enabled: true, amount: 100 },
  'currency.award': { kind: 2, day: '2026-01-01', amount: 0 },
  'currency.rule_change': { rule: 'reward', kind: 2, value_before: {}, value_after: { marker } },
  'currency.expiry_rule': { kind: 2, months: 0, notice_days: 30 },
  'currency.expiry_run': { kind: 2, due_at: now },
  'currency.proof': { figures: [], problems: [{ rule: 'balance', id: companyId, expected: marker, found: marker }] },
})
