import { useParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ProfileSection } from './ProfileSection.tsx'

/** `#/center/my/{name}`: one section of the personal center. */
export default function CenterSectionPage() {
  const t = useText('identity')
  const { name } = useParams()
  if (name === 'profile') return <ProfileSection />
  return <EmptyState title={t('center.noSection')} />
}
