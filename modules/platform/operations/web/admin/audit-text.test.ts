import { expect, it } from 'vitest'
import { auditText } from './audit-text.ts'

it('an instant in the log has the usual format in any language of the browser', () => {
  const at = new Date(2026, 10, 5, 9, 4, 7).getTime()
  expect(auditText.value('finishTime', at)).toBe('2026-11-05 09:04:07')
})
