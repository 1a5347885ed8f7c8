import { ExerciseCard } from '#modules/assessment/exercises/web.tsx'
import { outdate } from '#web/api/query.ts'
import { courses } from '../../contract.ts'
import { useTimedContent } from './video/use-timed-content.ts'

interface Props {
  readonly courseId: string
  readonly sectionId: string
  readonly isPreview: boolean
}

/** The exercises at the end of a document or text, below it. */
export function EndExercises({ courseId, sectionId, isPreview }: Props) {
  const exercises = useTimedContent(courseId, sectionId).data?.exercises ?? []
  return exercises.map((exercise) => (
    <ExerciseCard
      key={exercise.id}
      exercise={exercise}
      isPreview={isPreview}
      isInline
      onAnswered={() => outdate(courses.guideRecord)}
    />
  ))
}
