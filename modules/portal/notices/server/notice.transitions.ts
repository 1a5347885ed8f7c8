/** States of a notice: the table that the refusals and the buttons of the screens follow. */
import { refuse } from '#kit/errors.ts'
import { NOTICE_STATUS, type NoticeAction, type NoticeStatus } from '../contract.ts'

const allowed: Readonly<Record<NoticeStatus, readonly NoticeAction[]>> = {
  draft: ['edit', 'publish', 'delete'],
  published: ['edit', 'withdraw'],
  withdrawn: ['edit', 'publish', 'delete'],
}

export function actionsOf(status: NoticeStatus): NoticeAction[] {
  return [...allowed[status]]
}

export function assertAllowed(status: NoticeStatus, action: NoticeAction): void {
  if (!allowed[status].includes(action)) throw refuse(NOTICE_STATUS, { status })
}
