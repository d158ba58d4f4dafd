import { PROJECTS } from '@pimis/contract/errors/projects';
import { REGISTRIES } from '@pimis/contract/errors/registries';
import { addAnswers } from './answers.ts';

/** Answers that only screens after the sign-in get; the script of the sign-in does not hold their texts. */
addAnswers({ ...PROJECTS, ...REGISTRIES });
