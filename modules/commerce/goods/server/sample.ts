/** What the schema does not know of the sample rows of goods (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ chief, learner, marker }: SampleCompany): SampleValues => ({
  'goods.category': { name: marker, position: 1 },
  'goods.goods': {
    ...{ kind: 'physical', name: marker, description: marker, picture_ids: [], handout: marker, points: 100, coins: 0 },
    ...{ stock: 100, limit_per_member: null, status: 'on-sale', sale_from: null, sale_until: null },
    created_by: chief.id,
  },
  'goods.taking': { member_id: learner.id, quantity: 1, returned: 0 },
  'goods.code': { code: marker, line_id: null, handed_at: null },
  'goods.handout': { content: marker },
  'goods.stock_change': { kind: 'adjusted', change: 100, stock_after: 100, reason: marker, changed_by: chief.id },
})
