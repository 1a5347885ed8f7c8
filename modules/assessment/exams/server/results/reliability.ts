/** How far the scores of an exam can be relied on: Cronbach's alpha, and the error of a single score that follows from it. */
import type { Reliability } from '../../contract/results.ts'
import { reliabilityAttemptsMin } from '../../contract/results.ts'
import type { ScoreTotals } from './item-totals.ts'

/** Alpha compares the questions of one test: where papers differ, there is none. */
function obstacleOf({ attempts, items, isSamePaper, scoreVariance }: ScoreTotals): Reliability['obstacle'] {
  if (attempts < reliabilityAttemptsMin) return 'too-few'
  if (!isSamePaper) return 'different-papers'
  if (items < 2) return 'one-question'
  return scoreVariance === null || scoreVariance <= 1e-9 ? 'no-variance' : null
}

export function reliabilityOf(totals: ScoreTotals): Reliability {
  const { attempts, items, itemVariance, scoreVariance } = totals
  const obstacle = obstacleOf(totals)
  const known = { attempts, items, obstacle }
  if (obstacle !== null || scoreVariance === null) return { ...known, alpha: null, error: null }
  const alpha = (items / (items - 1)) * (1 - (itemVariance ?? 0) / scoreVariance)
  // A negative alpha is an alpha of nothing: the error is the whole deviation.
  return { ...known, alpha, error: Math.sqrt(scoreVariance * (1 - Math.max(0, alpha))) / 10 }
}
