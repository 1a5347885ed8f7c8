/** Practice: sets of questions, practicing with immediate feedback, the wrong-answer book, and what is due. */
import { contract } from '#kit/contract.ts'
import { bookCalls } from './contract/book.ts'
import { practicingCalls } from './contract/practicing.ts'
import { setCalls } from './contract/sets.ts'

export const practice = contract({ ...setCalls, ...practicingCalls, ...bookCalls })
