import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconChevronDown, IconDownload } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { saveArchive } from './api.ts';

const PARTS = [
  ['exportForms', 'forms'],
  ['exportOptions', 'options'],
  ['exportDocuments', 'documentsPart'],
] as const;

/** Exports of a project: identity card, documents, or an archive of the parts that one chooses. */
export function ProjectExport({ code }: { code: string }) {
  const text = useText();
  const { t, paper } = text;
  const [choosing, setChoosing] = useState(false);
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set(PARTS.map(([part]) => part)));
  const [busy, setBusy] = useState(false);
  const save = async (saving: () => Promise<void>) => {
    setBusy(true);
    try {
      await saving();
      setChoosing(false);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  const toggle = (part: string) => {
    const next = new Set(parts);
    if (!next.delete(part)) next.add(part);
    setParts(next);
  };
  return (
    <>
      <Menu
        opener={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            rightSection={<IconChevronDown size={14} />}
            loading={busy}
          >
            {t('common.export')}
          </Button>
        }
      >
        <MenuItem
          onClick={() =>
            void save(() =>
              download(
                fileAddress('GET /reporting/projects/:projectCode/identity-cards', {
                  params: { projectCode: code },
                  query: paper,
                }),
                `${code}-licna-karta.pdf`,
              ),
            )
          }
        >
          {t('projects.page.exports.card')}
        </MenuItem>
        <MenuItem
          onClick={() =>
            void save(() =>
              download(
                fileAddress('GET /reporting/projects/:projectCode/decision-summary', {
                  params: { projectCode: code },
                  query: paper,
                }),
                `${code}-sazetak.pdf`,
              ),
            )
          }
        >
          {t('projects.decision.title')}
        </MenuItem>
        <MenuItem onClick={() => void save(() => saveArchive(code, 'documents', paper))}>
          {t('projects.page.exports.documents')}
        </MenuItem>
        <MenuItem onClick={() => setChoosing(true)}>{t('projects.page.exports.all')}</MenuItem>
      </Menu>
      {choosing && (
        <Dialog
          opened
          onClose={() => setChoosing(false)}
          title={t('projects.page.exports.title')}
          confirm={
            <Button
              loading={busy}
              onClick={() => {
                const wanted = Object.fromEntries([...parts].map((part) => [part, 'true']));
                void save(() => saveArchive(code, wanted, paper));
              }}
            >
              {t('projects.page.exports.save')}
            </Button>
          }
        >
          {PARTS.map(([part, label]) => (
            <Checkbox
              key={part}
              mb={8}
              label={t(`projects.page.exports.${label}`)}
              checked={parts.has(part)}
              onChange={() => toggle(part)}
            />
          ))}
          <p className="meta">{t('projects.page.exports.hint')}</p>
        </Dialog>
      )}
    </>
  );
}
