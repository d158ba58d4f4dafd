import { useText } from '../../../i18n/use-text.ts';
import { call, fileAddress, saveNatively } from '../../../api/client.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { notifyFailure, notifyShortly, notifyWarning } from '../../../ui/notify.tsx';

interface Linked {
  name: string;
  revision: number;
}

/** The link of a revision (specification, "Share link of a revision"). */
export const linkOf = ({ name, revision }: Linked) => `${location.origin}/document-download?token=${name}${revision}`;

interface RevisionPlace {
  documentId: number;
  revisionId: number;
}

/** Lets the browser save the content of a revision. Throws ApiFailure. */
export function saveRevision(projectCode: string, { documentId, revisionId }: RevisionPlace): Promise<void> {
  const params = { projectCode, documentId, revisionId };
  return saveNatively(
    fileAddress('GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/download', { params }),
    () => call('POST /projects/:projectCode/documents/:documentId/revisions/:revisionId/access', { params }),
  );
}

/** Actions of rows and cards: save the content under its title, and copy the link. */
export function useDocuments(projectCode: string) {
  const text = useText();
  return {
    save: async (row: RevisionPlace) => {
      try {
        await saveRevision(projectCode, row);
      } catch (failure) {
        notifyFailure(failure, text);
      }
    },
    copyLink: async (row: Linked) => {
      const link = linkOf(row);
      if (await copyText(link)) notifyShortly(text.t('documents.revisions.copied'));
      else notifyWarning(text.t('documents.revisions.notCopied', { link }));
    },
  };
}
