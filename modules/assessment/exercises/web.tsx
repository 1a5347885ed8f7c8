/** Exercises' door for the shell, and the parts that other modules' screens use. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import type { ExerciseCardProps } from './web/learner/ExerciseCard.tsx'

const LazyExerciseCard = part(() => import('./web/learner/ExerciseCard.tsx'), ['exercises', 'questions'])

/** An exercise as a learner meets it: its questions, and the result of each at once. */
export function ExerciseCard(props: ExerciseCardProps) {
  return (
    <Suspense fallback={null}>
      <LazyExerciseCard {...props} />
    </Suspense>
  )
}

export const exercisesWeb: WebModule = {
  name: 'exercises',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
