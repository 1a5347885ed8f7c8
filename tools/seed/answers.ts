/** What members of the demonstration answer to questions. */
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import type { Chance } from './chance.ts'

const essays = [
  '先报警，再组织疏散，弯腰沿安全出口撤离，不乘电梯。',
  '用湿毛巾捂住口鼻，贴近墙壁低姿撤离，到集合点清点人数。',
  '听到警报立即停止工作，按疏散图走最近的安全出口。',
]

/** What somebody answers who is right so often. */
export function answerTo(content: QuestionContent, { isTrue, pick }: Chance, skill: number): QuestionAnswer | null {
  const isRight = isTrue(skill)
  switch (content.kind) {
    case 'single-choice':
      return { kind: content.kind, chosen: [isRight ? content.right : (content.right + 1) % content.options.length] }
    case 'multiple-choice':
    case 'undetermined-choice':
      return { kind: content.kind, chosen: isRight ? content.right : content.right.slice(0, 1) }
    case 'true-false':
      return { kind: content.kind, isTrue: isRight === content.isTrue }
    case 'fill-in':
      return {
        kind: content.kind,
        texts: content.blanks.map(({ answer }) => (isRight ? (answer.split('|')[0] ?? '') : '')),
      }
    case 'short-answer':
      return { kind: content.kind, text: pick(essays) }
    default:
      return null
  }
}
