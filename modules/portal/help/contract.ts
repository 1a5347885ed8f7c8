/** Help: the help center and feedback. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { articlesContract } from './contract/articles.ts'
import { feedbackContract } from './contract/feedback.ts'

export const help = contract({ ...articlesContract, ...feedbackContract })
