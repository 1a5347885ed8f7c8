/** The card of a content, as a part of its own for other modules' screens. */
export { ContentCard as default } from './ContentCard.tsx'
