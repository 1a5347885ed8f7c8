/** The door of exercises for modules whose content has them: they register as a host, and read, save and move them. */
import { serverModule } from '#server/module.ts'
import { exercises } from './contract.ts'
import { exercisesPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { exerciseHost } from './server/hosts.ts'
export { copyExercises, countExercises, trimExercises } from './server/moving.ts'
export {
  authoredExercises,
  exercisesOf,
  type MemberExercise,
  stopsOf,
  toExercise,
} from './server/reading.ts'
export { saveExercises } from './server/saving.ts'

export const exercisesServer = serverModule({
  name: 'exercises',
  contract: exercises,
  routes,
  extensions: [exercisesPersonalData],
})
