/** What the overview tells of learning paths: the proofs that wait for a review. */
import { reviewsWaiting } from '#modules/content/submissions/server.ts'
import { overviewFigure } from '#modules/platform/operations/server.ts'
import { reviewsProofs } from '../contract/access.ts'
import { proofKind } from './proof-kind.ts'

export const pathFigure = overviewFigure({
  key: 'paths.proofs',
  section: 'waiting',
  order: 20,
  label: { cn: '待审学习成果', en: 'Path proofs to review' },
  hint: {
    cn: '学员在学习路径中提交、等您审核的成果',
    en: 'Proofs submitted for learning paths that wait for your review',
  },
  access: reviewsProofs,
  link: '/admin/path-audits',
  count: (connection, caller) => reviewsWaiting(connection, caller, proofKind.key),
})
