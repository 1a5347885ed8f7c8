import type { Video } from '../scenes.ts'
import { conclusionFirst, criticalPath, welcome } from './people.ts'
import { passwords, phishing } from './security.ts'
import { average, extinguisher, firstProgram } from './skills.ts'

export const videos: readonly Video[] = [
  passwords,
  phishing,
  welcome,
  conclusionFirst,
  average,
  criticalPath,
  extinguisher,
  firstProgram,
]
