import { ContentCard, type ContentCardProps } from './ContentCard.tsx'

/** The card of a content, as a part of its own for other modules' screens. */
export default function LoneCard(props: ContentCardProps) {
  return <ContentCard {...props} />
}
