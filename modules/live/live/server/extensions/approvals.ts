/** Live sessions wait for approval before they are published. */
import { approvalSubject } from '#modules/platform/approvals/server.ts'
import { previewPath } from '../addresses.ts'
import { liveDecided } from '../applications.ts'
import { liveApproval } from '../rows.ts'

export const liveApprovalSubject = approvalSubject({
  businessType: liveApproval,
  key: 'live',
  label: { cn: '直播', en: 'Live' },
  decided: liveDecided,
  link: previewPath,
  reviseLink: previewPath,
})
