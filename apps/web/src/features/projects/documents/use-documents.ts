import { useText } from '../../../i18n/use-text.ts';
import { download } from '../../../api/client.ts';
import { notifyFailure, notifyShortly, notifyWarning } from '../../../ui/notify.tsx';

interface Linked {
  name: string;
  revision: number;
}

/** The link of a revision (specification, "Share link of a revision"). */
export const linkOf = ({ name, revision }: Linked) => `${location.origin}/document-download?token=${name}${revision}`;

/** What rows and cards do: saving the content under its title, and taking the link along. */
export function useDocuments(projectCode: string) {
  const text = useText();
  return {
    save: async (row: { documentId: number; revisionId: number; title: string; extension: string }) => {
      try {
        const path = `projects/${projectCode}/documents/${row.documentId}/revisions/${row.revisionId}/download`;
        await download(path, `${row.title}.${row.extension}`);
      } catch (failure) {
        notifyFailure(failure, text);
      }
    },
    copyLink: async (row: Linked) => {
      const link = linkOf(row);
      try {
        await navigator.clipboard.writeText(link);
        notifyShortly(text.t('documents.revisions.copied'));
      } catch {
        // Not allowed, or not there: browsers give it to secure addresses alone.
        notifyWarning(text.t('documents.revisions.notCopied', { link }));
      }
    },
  };
}
