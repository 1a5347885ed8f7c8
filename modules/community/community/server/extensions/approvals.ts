/**
 * Applications for share accounts and their changes as subjects of approval. Neither has a screen to link to: a new account
 * exists only once it is agreed, and the page of an account shows it before its change. The summary of the application says
 * all that was applied for in words (`summaryOf`); the picture is seen with the agreed account.
 */
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
