/** Applications for share accounts and their changes as subjects of approval. */
import { approvalSubject } from '#modules/platform/approvals/server.ts'
import { accountEditApproval, applicationDecided, newAccountApproval } from '../applications.ts'

export const newAccountSubject = approvalSubject({
  businessType: newAccountApproval,
  key: 'share-account',
  label: { cn: '开通分享账户', en: 'New share account' },
  decided: applicationDecided,
  link: () => '',
  reviseLink: () => '/share-study/certification-acount',
})

export const accountEditSubject = approvalSubject({
  businessType: accountEditApproval,
  key: 'share-account-edit',
  label: { cn: '修改分享账户', en: 'Share account change' },
  decided: applicationDecided,
  link: () => '',
  reviseLink: () => '/share-team/team-content',
})
