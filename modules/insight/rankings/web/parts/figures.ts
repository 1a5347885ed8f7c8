/** Figures of rankings as a person reads them. */
import type { TextOf } from '#web/i18n/texts.ts'
import { type RankingName, rankings } from '../../contract.ts'

/** The call of each ranking. */
export const rankingCalls = {
  study: rankings.studyRanking,
  credit: rankings.creditRanking,
  'browse-count': rankings.browseCountRanking,
  'topic-watch': rankings.topicWatchRanking,
  'finish-count': rankings.finishCountRanking,
  'hot-questions': rankings.hotQuestionsRanking,
  'class-hour': rankings.classHourRanking,
  integral: rankings.integralRanking,
  'study-time': rankings.studyTimeRanking,
} as const satisfies Record<RankingName, unknown>

const hundredths: readonly RankingName[] = ['credit', 'class-hour', 'integral']
const minuteMs = 60_000

export function figureText(t: TextOf, ranking: RankingName, figure: number): string {
  if (ranking === 'study-time') {
    const minutes = Math.round(figure / minuteMs)
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    return hours > 0 ? t('figures.hours', { hours, minutes: rest }) : t('figures.minutes', { minutes })
  }
  const value = hundredths.includes(ranking) ? figure / 100 : figure
  return t(`figures.${ranking}`, { count: value })
}
