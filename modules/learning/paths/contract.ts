/** Learning paths: their calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { authoring } from './contract/authoring.ts'
import { channels } from './contract/channels.ts'
import { learning } from './contract/learning.ts'

export const paths = contract({ ...learning, ...channels, ...authoring })
