import type { Routes } from '#server/module.ts'
import type { contents } from '../contract.ts'
import { readCaption, saveCaption } from './captions.ts'
import { withdrawChange } from './changes.ts'
import {
  addDiscussion,
  auditStatus,
  discussStatus,
  listDiscussions,
  ownDiscussions,
  removeDiscussion,
} from './discussions.ts'
import { getDraft, listDrafts, removeDraft, saveDraft } from './drafts.ts'
import {
  collectedContents,
  contentList,
  contentsOfAccountForReaders,
  contentsOfTopic,
  followedContents,
  listContents,
  recommendedContents,
  relatedContents,
  topicInfo,
} from './lists.ts'
import {
  activateContent,
  closeContent,
  highlightContent,
  managedContents,
  pinContent,
  removeContent,
} from './managing.ts'
import { changeContent, publicationForecast, publishDraft } from './publishing.ts'
import { contentDetails, recordRead, setLiked, shownFile } from './reading.ts'
import type { DB } from './tables.ts'
import { editedContent, getVersion, listVersions, restoreVersion } from './versions.ts'

export const routes: Routes<DB, typeof contents> = {
  async list(db, { query }, { caller }) {
    return listContents(db, caller, query)
  },
  async questionInfo(db, { query }, { caller, now }) {
    return contentDetails(db, caller, query.id, now)
  },
  async shownFile(db, { query }, context) {
    return shownFile(db, context.caller, query.id, context)
  },
  async caption(db, { query }, { caller, now }) {
    return readCaption(db, caller, query.id, now)
  },
  async related(db, { query }, { caller }) {
    return relatedContents(db, caller, query.id)
  },
  async recommended(db, { query }, { caller }) {
    return recommendedContents(db, caller, query)
  },
  async hot(db, { query }, { caller }) {
    return contentList(db, caller, { ...query, order: 'hot' })
  },
  async followed(db, { query }, { caller }) {
    return followedContents(db, caller, query)
  },
  async collected(db, { query }, { caller }) {
    return collectedContents(db, caller, query)
  },
  async topicInfo(db, { query }, { caller }) {
    return topicInfo(db, caller, query.id)
  },
  async topicContents(db, { query }, { caller }) {
    return contentsOfTopic(db, caller, query)
  },
  async ofAccount(db, { query }, { caller }) {
    return contentsOfAccountForReaders(db, caller, query)
  },
  async read(db, { body }, { caller, now }) {
    await recordRead(db, caller, body.businessId, now)
    return {}
  },
  async like(db, { body }, { caller, now }) {
    return setLiked(db, caller, body, now)
  },
  async discussStatus(db, { query }, { caller }) {
    return discussStatus(db, caller, query.id)
  },
  async auditStatus(db, { query }, { caller }) {
    return auditStatus(db, caller, query.id)
  },
  async discussions(db, { query }, { caller, now }) {
    return listDiscussions(db, caller, query, now)
  },
  async discuss(db, { body }, { caller, now }) {
    return addDiscussion(db, caller, body, now)
  },
  async removeDiscussion(db, { query }, { caller, now }) {
    await removeDiscussion(db, caller, query, now)
    return {}
  },
  async myDiscussions(db, { query }, { caller }) {
    return ownDiscussions(db, caller, query)
  },
  async drafts(db, { query }, { caller }) {
    return listDrafts(db, caller, query)
  },
  async draft(db, { query }, { caller }) {
    return getDraft(db, caller, query.id)
  },
  async saveDraft(db, { body }, { caller, now }) {
    return saveDraft(db, caller, body, now)
  },
  async saveCaption(db, { body }, { caller, now }) {
    return saveCaption(db, caller, body, now)
  },
  async removeDraft(db, { params }, { caller }) {
    await removeDraft(db, caller, params.id)
    return {}
  },
  async forEdit(db, { query }, { caller }) {
    return editedContent(db, caller, query.id)
  },
  async publish(db, { body }, { caller, now }) {
    return publishDraft(db, caller, body, now)
  },
  async change(db, { body }, { caller, now }) {
    return changeContent(db, caller, body, now)
  },
  async withdrawChange(db, { params }, { caller, now }) {
    await withdrawChange(db, caller, params.id, now)
    return {}
  },
  async publication(db, { query }, { caller }) {
    return publicationForecast(db, caller, query.contentId)
  },
  async versions(db, { query }, { caller }) {
    return listVersions(db, caller, query.id)
  },
  async version(db, { query }, { caller }) {
    return getVersion(db, caller, query.id)
  },
  async restoreVersion(db, { body }, { caller, now }) {
    return restoreVersion(db, caller, body, now)
  },
  async managed(db, { query }, { caller }) {
    return managedContents(db, caller, query)
  },
  async close(db, { params }, { caller }) {
    await closeContent(db, caller, params.id)
    return {}
  },
  async activate(db, { params }, { caller, now }) {
    await activateContent(db, caller, params.id, now)
    return {}
  },
  async remove(db, { params }, { caller, now }) {
    await removeContent(db, caller, params.id, now)
    return {}
  },
  async pin(db, { params, body }, { caller, now }) {
    await pinContent(db, caller, { id: params.id, pinned: body.pinned }, now)
    return {}
  },
  async highlight(db, { params, body }, { caller, now }) {
    await highlightContent(db, caller, { id: params.id, highlighted: body.highlighted }, now)
    return {}
  },
}
