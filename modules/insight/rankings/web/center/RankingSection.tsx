import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { rankings } from '../../contract.ts'
import { RankRow } from '../parts/RankRow.tsx'
import { rankingPath } from '../paths.ts'

/** The first of the week by study time; nothing where there are none, or where the company has switched it off. */
export default function RankingSection() {
  const t = useText('rankings')
  const { data: overview } = useQuery(q(rankings.rankingOverview, {}, { quiet: true }))
  const isOn = overview?.rankings.includes('study-time') ?? false
  const query = { pageSize: 5 }
  const { data } = useQuery({ ...q(rankings.studyTimeRanking, { query }, { quiet: true }), enabled: isOn })
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection title={t('section.title')} more={<Link to={rankingPath('study-time')}>{t('section.all')}</Link>}>
      <ol className="rank-list">
        {data.items.map((row) => (
          <RankRow key={row.id ?? row.name} ranking="study-time" row={row} />
        ))}
      </ol>
    </HomeSection>
  )
}
