import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SCENARIO_NAME_LENGTH } from '@pimis/domain/portfolio/scenario/types';
import { cutText } from '@pimis/domain/text/cut';
import { call, download, fileAddress } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import {
  IconArrowsDiff,
  IconChevronDown,
  IconCopy,
  IconDownload,
  IconPencil,
  IconPlus,
  IconTrash,
} from '../../../ui/icons.ts';
import { Menu, MenuCheckItem, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { notifyFailure, notifyShortly } from '../../../ui/notify.tsx';
import { useStillHere } from '../../../ui/use-still-here.ts';
import { CompareWith } from './CompareWith.tsx';
import { DeleteScenario } from './DeleteScenario.tsx';
import { useToScenario } from './links.tsx';
import { MoreCandidates } from './MoreCandidates.tsx';
import { RenameScenario } from './RenameScenario.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const FILES = { export: 'scenario.xlsx', paper: 'scenario.pdf' } as const;

/** Actions that need the saved scenario: copying it and downloading its files. */
function useScenarioWorks(draft: ScenarioDraft) {
  const text = useText();
  const toScenario = useToScenario();
  const isStillHere = useStillHere();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { shown } = draft;
  const params = { scenarioId: shown.id };
  const whenSaved = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      // Copy and files must include the latest changes.
      if ((await draft.save()) === null && shown.isOwn) return;
      await work();
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    save: (kind: keyof typeof FILES) =>
      whenSaved(() =>
        download(
          fileAddress(`GET /portfolio/scenarios/:scenarioId/${kind}`, { params, query: text.paper }),
          FILES[kind],
        ),
      ),
    copy: () =>
      whenSaved(async () => {
        // The name itself stays in the script in which it was typed.
        const mark = ` – ${text.t('scenarios.copyOf')}`;
        const name = cutText(shown.name, SCENARIO_NAME_LENGTH - mark.length) + mark;
        const { payload } = await call('POST /portfolio/scenarios/:scenarioId/copy', { params, body: { name } });
        await client.invalidateQueries({ queryKey: ['portfolio', 'scenarios'], exact: true });
        notifyShortly(text.t('scenarios.copied'));
        if (isStillHere()) await toScenario(payload.id);
      }),
  };
}

/** All actions on a scenario except the choice of candidates. */
export function ScenarioMenu({ draft }: { draft: ScenarioDraft }) {
  const { t } = useText();
  const { shown, change } = draft;
  const { busy, save, copy } = useScenarioWorks(draft);
  const [dialog, setDialog] = useState<'more' | 'rename' | 'compare' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        opener={
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />} loading={busy}>
            {t('scenarios.menu')}
          </Button>
        }
      >
        {shown.isOwn && (
          <>
            <MenuItem icon={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('more')}>
              {t('scenarios.more')}
            </MenuItem>
            <MenuItem icon={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
              {t('scenarios.rename')}
            </MenuItem>
            <MenuCheckItem checked={shown.shared} onChange={(shared) => change((now) => ({ ...now, shared }))}>
              {t('scenarios.share')}
            </MenuCheckItem>
            <MenuLine />
          </>
        )}
        <MenuItem icon={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t('scenarios.copy')}
        </MenuItem>
        <MenuItem icon={<IconArrowsDiff size={16} aria-hidden />} onClick={() => setDialog('compare')}>
          {t('scenarios.compare')}
        </MenuItem>
        <MenuItem icon={<IconDownload size={16} aria-hidden />} onClick={() => void save('export')}>
          {t('scenarios.workbook')}
        </MenuItem>
        <MenuItem icon={<IconDownload size={16} aria-hidden />} onClick={() => void save('paper')}>
          {t('scenarios.paper')}
        </MenuItem>
        {shown.isOwn && (
          <>
            <MenuLine />
            <MenuItem icon={<IconTrash size={16} aria-hidden />} onClick={() => setDialog('delete')}>
              {t('scenarios.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'more' && <MoreCandidates draft={draft} onClose={close} />}
      {dialog === 'rename' && (
        <RenameScenario name={shown.name} onRename={(name) => change((now) => ({ ...now, name }))} onClose={close} />
      )}
      {dialog === 'compare' && <CompareWith draft={draft} onClose={close} />}
      {dialog === 'delete' && <DeleteScenario scenario={shown} onClose={close} />}
    </>
  );
}
