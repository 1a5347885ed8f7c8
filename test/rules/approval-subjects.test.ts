/** Each kind of application has a business type of its own: an application is found by it. */
import { expect, it } from 'vitest'
import { approvalSubject } from '#modules/platform/approvals/server.ts'
import { serverModules } from '#server/modules.ts'

it('no two kinds of application share a business type, or a key', () => {
  expect(serverModules.length).toBeGreaterThan(0)
  const subjects = approvalSubject.all()
  for (const name of ['businessType', 'key'] as const) {
    const values = subjects.map((subject) => subject[name])
    expect(new Set(values).size, values.join(', ')).toBe(subjects.length)
  }
})
