/** Recommendations: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'

export const recommendations = contract({})
